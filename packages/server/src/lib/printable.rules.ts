/**
 * Makes file names safe to print. Paths can contain line breaks, escape codes and bidirectional controls, which must never reach a
 * screen, report or header.
 */

/** Replaces each control character with U+FFFD. The length stays, so readers see that something was replaced. */
export const printablePath = (path: string): string => path.replace(/\p{Cc}|\p{Bidi_Control}/gu, '\ufffd')

/** Cleans a part of a title: control characters become spaces, and bidirectional controls are removed. */
export const printableName = (name: string): string =>
  name
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
