/** Names of files as text: a path may hold line breaks and escape codes, which must reach no screen, report or header. */

/** As long as it was, so that one sees that something stood there. */
export const printablePath = (path: string): string => path.replace(/\p{Cc}/gu, '\ufffd')

/** Part of a title, where a control character is a gap like others. */
export const printableName = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').trim()
