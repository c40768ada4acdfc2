/** A button that is a round icon on phones; it needs a name for screen readers. */
export const compactButton = 'btn max-md:w-9 max-md:px-0 pointer-coarse:h-11 pointer-coarse:max-md:w-11'
