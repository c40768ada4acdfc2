/** Chooses the URL to which a provider redirects the browser. */
import { type DriveProvider, returnPageOf } from '@koedana/contract/drives.ts'

export interface ReturnUrl {
  readonly returnUrl: string
  /** Whether the redirect cannot reach this server, so that the user copies the URL from the browser's address bar. */
  readonly isPasted: boolean
}

export interface UrlSources {
  /** The configured public URL of the server. */
  readonly publicUrl: string | undefined
  /** The origin that the browser sends. */
  readonly origin: string | undefined
}

/** Returns the URL. Providers accept http only for localhost, and the browser's origin is trusted only if it is localhost. */
export function returnUrlOf(provider: DriveProvider, { publicUrl, origin }: UrlSources): ReturnUrl {
  const page = `/oauth/${returnPageOf(provider)}`
  if (publicUrl !== undefined) return { returnUrl: publicUrl + page, isPasted: !isTaken(publicUrl) }
  if (origin !== undefined && isOfThisMachine(origin)) return { returnUrl: origin + page, isPasted: false }
  return { returnUrl: nowhere + page, isPasted: true }
}

/** An address at which a browser on another machine finds nothing. */
const nowhere = 'http://localhost:8330'

const isTaken = (publicUrl: string) => publicUrl.startsWith('https:') || isOfThisMachine(publicUrl)

const isOfThisMachine = (origin: string): boolean =>
  /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/.test(origin)
