/** The prefix of all query keys of the home page. */
export const homeKey = ['home'] as const
