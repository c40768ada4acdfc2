/** Ends the session when it expires, even without requests. Returns a function that stops it. */
import { isLoggedIn, type Session, useSession } from './session.ts'

export function endSessionOnExpiry(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (isLoggedIn()) wait(useSession.getState())
  }
  const wait = ({ signedIn }: Session) => {
    clearTimeout(timer)
    const left = signedIn ? signedIn.exp * 1000 - Date.now() : Number.POSITIVE_INFINITY
    timer = setTimeout(look, Math.min(Math.max(0, left), maxTimerMs))
  }
  const stop = useSession.subscribe(wait)
  look()
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Browsers store the delay of a timer in 32 bits; a longer delay would fire immediately. */
const maxTimerMs = 2_147_483_647
