/** Returns the path with search and hash; undefined for anything that would leave the origin. */
export function safeRedirectPath(target: unknown, origin: string): string | undefined {
  if (typeof target !== 'string' || !target.startsWith('/') || !URL.canParse(target, origin)) return undefined
  const { origin: reached, pathname, search, hash } = new URL(target, origin)
  // `/\evil` and `//evil` start with a slash too, and parsing turns `/.//evil` into `//evil`.
  const leaves = reached !== origin || pathname.startsWith('//') || /^\/[\\/]/.test(target)
  return leaves || isLoginPath(pathname) ? undefined : pathname + search + hash
}

/** Redirects to the login, or to the callback of a provider, would loop. */
export const isLoginPath = (pathname: string): boolean => /^\/auth\/(login|provider)/.test(pathname)
