/** Put in by the bundler; from source there is no released version to name. */
declare const __TEAMLORE_VERSION__: string | undefined

export const VERSION: string =
  typeof __TEAMLORE_VERSION__ === 'string' ? __TEAMLORE_VERSION__ : '0.0.0-dev'
