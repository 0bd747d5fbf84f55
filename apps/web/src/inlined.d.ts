declare namespace NodeJS {
  interface ProcessEnv {
    /** Where the dashboard is served below: see next.config.mjs. */
    readonly BASE_PATH?: string
  }
}
