/** Returns a LIKE pattern that matches texts containing `text`, with wildcards escaped. */
export const likePatternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
