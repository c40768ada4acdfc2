/** Chooses the form of a response that a caller takes, by `Accept-Encoding` (RFC 9110 section 12.5.3). */

/** Best first, if the caller likes them alike. */
const encodings = ['br', 'zstd', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/**
 * Picks the form the client likes best of those we make. The plain one goes out where there is no header, and where
 * nothing at all is acceptable: everybody can read it, and a response is worth more than a refusal.
 */
export function negotiateEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity'
  const weights = weightsOf(acceptEncoding)
  const others = weights.get('*')
  let best: Encoding = 'identity'
  let bestWeight = 0
  for (const encoding of encodings) {
    const weight = weights.get(encoding) ?? others ?? (encoding === 'identity' ? leastWeight : 0)
    if (weight > bestWeight) {
      best = encoding
      bestWeight = weight
    }
  }
  return best
}

/** Plain that is not named is acceptable, and liked less than everything that is. */
const leastWeight = 0.0001

/** A header of any length costs at most 20 names. */
function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.slice(0, 400).split(',', 20)) {
    const [name = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weightOf(parameters))
  }
  return weights
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  if (given === undefined) return 1
  const weight = Number(given.slice(2))
  return weight >= 0 && weight <= 1 ? weight : 0
}
