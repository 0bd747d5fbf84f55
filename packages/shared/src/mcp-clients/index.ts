export { type ConnectGuide, connectGuides, type GuideStep } from './guides.ts'
export {
  MCP_CLIENTS,
  MCP_SETTINGS,
  type McpClient,
  type McpSettings,
  settingsBlock,
  tomlLines,
} from './settings.ts'
