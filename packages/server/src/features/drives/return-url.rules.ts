/** The address that a provider sends people back to. */
import { type DriveProvider, returnPageOf } from '@koedana/contract/drives.ts'

export interface ReturnUrl {
  readonly returnUrl: string
  /** Whether nobody comes back by it: it is copied from the address bar of the browser. */
  readonly isPasted: boolean
}

export interface Seen {
  /** The address by which the server was set up. */
  readonly publicUrl: string | undefined
  /** The origin that the browser sends. */
  readonly origin: string | undefined
}

/** Providers take http for this machine alone; what a browser says of itself counts there alone too. */
export function returnUrlOf(provider: DriveProvider, { publicUrl, origin }: Seen): ReturnUrl {
  const page = `/oauth/${returnPageOf(provider)}`
  if (publicUrl !== undefined) return { returnUrl: publicUrl + page, isPasted: !isTaken(publicUrl) }
  if (origin !== undefined && isOfThisMachine(origin)) return { returnUrl: origin + page, isPasted: false }
  return { returnUrl: nowhere + page, isPasted: true }
}

/** Nothing is there for a browser on another machine. */
const nowhere = 'http://localhost:8330'

const isTaken = (publicUrl: string) => publicUrl.startsWith('https:') || isOfThisMachine(publicUrl)

const isOfThisMachine = (origin: string): boolean =>
  /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/.test(origin)
