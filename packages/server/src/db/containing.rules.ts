/** Returns a text that is looked for inside a column, as a pattern of LIKE that has no wildcards of its own. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
