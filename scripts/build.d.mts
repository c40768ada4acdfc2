export function buildKernel(): Promise<void>
export function buildWeb(): Promise<void>
