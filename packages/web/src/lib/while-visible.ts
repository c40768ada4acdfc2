/** Does something only while the page can be seen: `act` is given a signal that ends when it no longer can. */
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
