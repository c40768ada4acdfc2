/** Chooses the content encoding of a response by `Accept-Encoding` (RFC 9110 §12.5.3). */

const encodings = ['br', 'zstd', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/**
 * Returns the client's preferred encoding among the supported ones. `identity` is the fallback without a header, and also if
 * nothing is acceptable: a readable response is better than 406.
 */
export function negotiateEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity'
  const weights = weightsOf(acceptEncoding)
  const others = weights.get('*')
  let best: Encoding = 'identity'
  let bestWeight = 0
  for (const encoding of encodings) {
    const weight = weights.get(encoding) ?? others ?? (encoding === 'identity' ? minWeight : 0)
    if (weight > bestWeight) {
      best = encoding
      bestWeight = weight
    }
  }
  return best
}

/** `identity` is acceptable if not named, but less preferred than any named encoding. */
const minWeight = 0.0001

/** Limited to 400 characters and 20 names, whatever the length of the header. */
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
