export function fingerprintOf(root: string, sources: readonly string[]): string
