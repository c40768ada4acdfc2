/** Days as whole numbers since 1970, in the marketplace's own (Japanese) calendar. */

export const dayOf = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000)

/** `YYYY-MM-DD` */
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** Unix seconds of midnight in Japan. */
export const unixOf = (day: number): number => day * 86_400 - 9 * 3600
