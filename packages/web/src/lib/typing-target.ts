/** Returns whether the target uses key presses itself, as text fields and dialogs do: then single-key shortcuts are disabled. */
export function usesKeyPresses(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typingTargets) !== null
}

const inputsWithoutText = '[type=range], [type=checkbox], [type=radio]'
/** The large player is a dialog, but uses the shortcuts of the page. */
const typingTargets = `input:not(${inputsWithoutText}), textarea, select, [role="dialog"]:not([data-full])`
