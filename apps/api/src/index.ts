export { type ApiConfig, type AppOptions, buildApp } from './app.ts'
