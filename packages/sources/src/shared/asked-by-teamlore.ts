/** How what Teamlore asks an agent at the end of a turn begins. Some tools write it down as if its person had typed it. */
export const ASKED_BY_TEAMLORE = 'Before you stop: Teamlore keeps'

export const isAskedByTeamlore = (text: string): boolean =>
  text.trimStart().startsWith(ASKED_BY_TEAMLORE)
