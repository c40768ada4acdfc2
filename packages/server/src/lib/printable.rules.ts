/**
 * Names of files as text: a path may hold line breaks, escape codes and marks that turn the direction of whatever stands
 * around them, which must reach no screen, report or header.
 */

/** The path keeps its length, so that one sees that something stood there. */
export const printablePath = (path: string): string => path.replace(/\p{Cc}|\p{Bidi_Control}/gu, '\ufffd')

/** Part of a title, where a control character is a gap like others, and what turns the direction is nothing at all. */
export const printableName = (name: string): string =>
  name
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
