export { createWebHandler, type WebHandler } from './web-handler.ts'
