/** What a provider does before there is a token: codes and refresh tokens for tokens, and codes that somebody scans. */
import type { Received } from '../../../lib/outbound.ts'

export interface AppCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * `refused`: the code or refresh token is not good any more. `app`: client id or secret are not. `unsent`: the provider was
 * not reached, and has seen nothing. `unclear`: it may have seen it. `away`: it said that it cannot now. `often`: it wants to
 * be asked later. `pending`: nobody has confirmed it yet. `denied`: somebody said no.
 */
export type DeskFault = 'refused' | 'app' | 'unsent' | 'unclear' | 'away' | 'often' | 'pending' | 'denied'

export type DeskAnswer =
  | { readonly is: 'tokens'; readonly tokens: unknown }
  /** `detail` has the words of the provider. */
  | { readonly is: 'refused'; readonly fault: DeskFault; readonly detail?: string | undefined }

export type Fields = Readonly<Record<string, string>>

export interface DeskRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Fields
  readonly body?: string
}

/** Sends without a token, and answers with a status of success alone. */
export type AskDesk = (request: DeskRequest) => Promise<Received>

/** Where browsers need not come back to: a code is shown, and confirmed on another device. */
export interface DriveDevice {
  readonly begin: (ask: AskDesk, app: AppCredentials) => Promise<BegunDevice>
  /** `over` where the code is not good any more. Otherwise what tokens are got with, which may still be `pending`. */
  readonly poll: (ask: AskDesk, held: Fields) => Promise<'waiting' | 'seen' | 'over' | 'denied' | TokensAsked>
}

export interface BegunDevice {
  /** The text of the QR code. */
  readonly qr: string
  /** A page where it is confirmed as well. */
  readonly page?: string
  /** What is typed on that page. */
  readonly code?: string
  /** What is asked with later; it is sealed. */
  readonly held: Fields
  readonly everyMs: number
}

export interface TokensAsked {
  readonly fields: Fields
  /** `tokenUrl` without it. */
  readonly url?: string
  /** Whether neither client id nor secret is sent. */
  readonly isBare?: boolean
}

export const formOf = (fields: Fields): string => new URLSearchParams(fields).toString()

export const formRequest = (url: string, fields: Fields): DeskRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: formOf(fields),
})

export const jsonRequest = (url: string, fields: unknown): DeskRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify(fields),
})

export const queryRequest = (url: string, fields: Fields): DeskRequest => ({
  url: `${url}?${formOf(fields)}`,
  method: 'GET',
  headers: { accept: 'application/json' },
})
