/** Records the requests to the fake, and its responses. */

/** Parts of the marketplace; `other` is unknown. */
export type RouteName = 'product' | 'numbers' | 'image' | 'list' | 'page' | 'robots' | 'other'

export interface LoggedRequest {
  readonly route: RouteName
  /** The path with its query. */
  readonly path: string
  /** Milliseconds since 1970, with fractions. */
  readonly at: number
  readonly userAgent: string | undefined
  readonly acceptLanguage: string | undefined
  /** Null without a response. A truncated response has a status. */
  readonly status: number | null
}

export interface RequestCounts {
  readonly total: number
  readonly byRoute: Readonly<Record<RouteName, number>>
  /** `none` counts requests without a response. */
  readonly byStatus: Readonly<Record<string, number>>
  /** The maximum number of simultaneous requests. */
  readonly maxAtOnce: number
}

export interface RequestLog {
  readonly arrive: (request: Omit<LoggedRequest, 'at' | 'status'>) => Arrival
  readonly requests: () => readonly LoggedRequest[]
  readonly counts: () => RequestCounts
  readonly forget: () => void
}

export interface Arrival {
  readonly at: number
  readonly onStatus: (status: number) => void
  /** The connection is closed, with or without a response. */
  readonly left: () => void
}

export function createRequestLog(): RequestLog {
  let entries: Entry[] = []
  let underWay = 0
  let maxAtOnce = 0
  return {
    arrive: (request) => {
      const entry: Entry = { ...request, at: performance.timeOrigin + performance.now(), status: null }
      entries.push(entry)
      underWay += 1
      maxAtOnce = Math.max(maxAtOnce, underWay)
      return {
        at: entry.at,
        onStatus: (status) => {
          entry.status = status
        },
        left: () => {
          underWay -= 1
        },
      }
    },
    requests: () => entries.map((entry) => ({ ...entry })),
    counts: () => ({ ...countsOf(entries), maxAtOnce }),
    forget: () => {
      entries = []
      maxAtOnce = underWay
    },
  }
}

type Entry = { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] }

function countsOf(entries: readonly LoggedRequest[]): Omit<RequestCounts, 'maxAtOnce'> {
  const byRoute = { product: 0, numbers: 0, image: 0, list: 0, page: 0, robots: 0, other: 0 }
  const byStatus: Record<string, number> = {}
  for (const { route, status } of entries) {
    byRoute[route] += 1
    const name = String(status ?? 'none')
    byStatus[name] = (byStatus[name] ?? 0) + 1
  }
  return { total: entries.length, byRoute, byStatus }
}
