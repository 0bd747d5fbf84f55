export { type ApiConfig, type AppOptions, buildApp } from './app.ts'
export { type ComposedApi, composeApi } from './compose.ts'
export type { UseCases } from './use-cases.ts'
