/** Runs `act` whenever the page becomes visible. Its signal aborts when the page is hidden. */
export function whileVisible(act: (signal: AbortSignal) => void): () => void {
  let running: AbortController | undefined
  const follow = () => {
    running?.abort()
    running = undefined
    if (document.visibilityState === 'hidden') return
    running = new AbortController()
    act(running.signal)
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    running?.abort()
  }
}
