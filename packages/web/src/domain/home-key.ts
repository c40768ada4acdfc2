/** Begins the keys of all answers of the home page. */
export const homeKey = ['home'] as const
