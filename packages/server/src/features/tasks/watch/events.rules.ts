/** Server-sent events as text. */

/** JSON has no line breaks of its own, so one line of data holds it. */
export const eventText = (name: string, value: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(value)}\n\n`

/** Listeners ignore it; proxies and browsers see that the line is not dead. */
export const heartbeatText = ':\n\n'
