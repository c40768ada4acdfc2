export const newSeed = (): number => crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
