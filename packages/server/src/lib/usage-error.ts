/** Wrong words on the command line, or something only the person at it can mend; the message says what. */
export class UsageError extends Error {}
