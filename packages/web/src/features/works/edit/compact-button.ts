/** A button that is a round picture on a phone; it needs a name for readers. */
export const compactButton = 'btn max-md:w-9 max-md:px-0 pointer-coarse:h-11 pointer-coarse:max-md:w-11'
