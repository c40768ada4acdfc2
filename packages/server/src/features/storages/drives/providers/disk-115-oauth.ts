/** How 115 issues tokens: its response envelope, and QR codes that are scanned with its app. */
import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { OutboundResponse } from '../../../../lib/outbound.ts'
import { type DriveDevice, formRequest, type OAuthFault, type OAuthResult, parseResponse } from '../drive.ts'
import { parseJson, tryParseJson } from '../drive-calls.ts'

export const passport = 'https://passportapi.115.com/open'
const qrState = 'https://qrcodeapi.115.com/get/status/'

/** IDs, sizes and times arrive as numbers or strings. */
export const Text = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
export const Amount = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.number(),
  v.minValue(0),
)

/** A number from one of its hosts, a boolean from another. */
const ResponseState = v.pipe(
  v.union([v.boolean(), v.number(), v.string()]),
  v.transform((state) => state === true || Number(state) === 1),
)

export const Envelope = v.object({
  state: ResponseState,
  code: v.optional(Amount, 0),
  message: v.optional(v.string()),
})

/** An empty array means "no data" where an object is expected. */
export const EmptyList = v.array(v.unknown())

/** QR codes use PKCE instead of the client secret. */
export const device: DriveDevice = {
  begin: async (send, { clientId }) => {
    const verifier = randomBytes(48).toString('base64url')
    const code_challenge = createHash('sha256').update(verifier).digest('base64')
    const parameters = { client_id: clientId, code_challenge, code_challenge_method: 'sha256' }
    const { data } = parseResponse(
      BegunResponse,
      parseJson(await send(formRequest(`${passport}/authDeviceCode`, parameters)), true),
    )
    const { uid, time, sign, qrcode } = data
    return { qr: qrcode, held: { uid, time, sign, verifier }, everyMs: 2_000 }
  },
  poll: async (send, { verifier = '', ...held }) => {
    const url = `${qrState}?${new URLSearchParams(held)}`
    const { state, data } = parseResponse(
      ScanResponse,
      tryParseJson(await send({ url, method: 'GET', headers: {} })),
    )
    const seen = v.safeParse(ScanStatus, data)
    // A pending scan returns no data.
    const status = seen.success ? seen.output.status : 0
    if (!state || status < 0 || status > 2) return 'over'
    if (status < 2) return status === 1 ? 'seen' : 'waiting'
    const fields = { uid: held.uid ?? '', code_verifier: verifier }
    return { fields, url: `${passport}/deviceCodeToToken`, isBare: true }
  },
}

const BegunResponse = v.object({ data: v.object({ uid: Text, time: Text, sign: Text, qrcode: v.string() }) })
const ScanResponse = v.object({ state: ResponseState, data: v.unknown() })
const ScanStatus = v.object({ status: v.number() })

/** Error codes 40140xxx, without the prefix. */
const oauthFaults: readonly (readonly [from: number, to: number, OAuthFault])[] = [
  [100, 100, 'app'],
  [101, 105, 'refused'],
  [106, 111, 'app'],
  [112, 116, 'refused'],
  [117, 117, 'often'],
  [118, 118, 'app'],
  [119, 120, 'refused'],
  [121, 121, 'away'],
  [122, 122, 'app'],
  [123, 126, 'refused'],
  [127, 133, 'app'],
  [134, 134, 'refused'],
  [135, 136, 'app'],
]

/** Returns undefined if the envelope is neither a success nor a known error. The status of an ended scan has neither. */
export function parseOAuthResponse(received: OutboundResponse): OAuthResult | undefined {
  const read = v.safeParse(v.looseObject({ ...Envelope.entries, data: v.unknown() }), tryParseJson(received))
  if (!read.success) return undefined
  const { state, code, message: detail, data } = read.output
  if (state) return { type: 'tokens', tokens: data }
  if (code === 40110000) return { type: 'refused', fault: 'away', detail }
  const offset = code - 40140000
  const fault = oauthFaults.find(([from, to]) => from <= offset && offset <= to)?.[2]
  return fault && { type: 'refused', fault, detail }
}
