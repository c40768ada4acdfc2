/** `JSON.stringify` writes no line breaks, so one data line is enough. */
export const eventText = (name: string, value: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(value)}\n\n`

/** Clients ignore it, but it shows proxies and browsers that the connection is alive. */
export const heartbeatText = ':\n\n'
