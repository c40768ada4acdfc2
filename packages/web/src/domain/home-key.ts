/** Begins the keys of all responses of the home page. */
export const homeKey = ['home'] as const
