/** Deletes what was stored of pages and covers on this device. */
import { clearLastHome } from './last-home.ts'

/** Deletes the caches whose names start with one of these. Without HTTPS there are none. */
export async function deleteCaches(prefixes: readonly string[]): Promise<void> {
  if (!('caches' in window)) return
  const names = await caches.keys()
  const theirs = names.filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
  await Promise.all(theirs.map((name) => caches.delete(name)))
}

/** Deletes stored covers and responses. Downloaded works and the files of the app stay. */
export async function clearCache(): Promise<void> {
  clearLastHome()
  await deleteCaches(['covers', 'answers:'])
}
