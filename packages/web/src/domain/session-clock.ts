/** Ends a session at its time, also if nothing is requested. Returns a function that stops it. */
import { isLoggedIn, type Session, useSession } from './session.ts'

export function followClock(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (isLoggedIn()) wait(useSession.getState())
  }
  const wait = ({ signedIn }: Session) => {
    clearTimeout(timer)
    const left = signedIn ? signedIn.exp * 1000 - Date.now() : Number.POSITIVE_INFINITY
    timer = setTimeout(look, Math.min(Math.max(0, left), longestTimerMs))
  }
  const stop = useSession.subscribe(wait)
  look()
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Browsers keep the time of a timer in 32 bits: more would be none. */
const longestTimerMs = 2_147_483_647
