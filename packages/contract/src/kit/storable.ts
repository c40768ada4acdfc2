/** NUL and half a surrogate pair are text that PostgreSQL cannot hold. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
