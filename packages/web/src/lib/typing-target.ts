/** Returns whether somebody types there, or a dialog has the keys: single keys of the page keep out of it. */
export function isTypingTarget(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typingTargets) !== null
}

const keyless = '[type=range], [type=checkbox], [type=radio]'
/** The large player is a dialog that plays by the keys of the page. */
const typingTargets = `input:not(${keyless}), textarea, select, [role="dialog"]:not([data-full])`
