/** A simulated browser that logs in through a provider: cookies of both sites, and each step separately. */
import { basePath } from '@koedana/contract/base-path.ts'
import type { TestProvider } from '@koedana/fakes/oidc/provider.ts'
import type { World } from '../../../testing/test-server.ts'

export const callbackUrl = `http://localhost${basePath}/auth/oidc/callback`

export interface Browser {
  /** Starts a login and returns the URL of the provider. */
  readonly start: (redirect?: string) => Promise<string>
  /** Enters a name at the provider. Returns the callback URL. */
  readonly signInAt: (url: string, name: string | undefined) => Promise<string>
  /** Opens the callback URL and returns the redirect target. */
  readonly comeBack: (url: string) => Promise<string>
  readonly complete: () => Promise<{ readonly status: number; readonly body: Landed }>
  readonly signIn: (name: string | undefined, redirect?: string) => ReturnType<Browser['complete']>
  readonly lastCookie: () => string
  /** The cookie of this server, which tests may copy to another browser. */
  cookie: string
}

interface Landed {
  readonly code?: string
  readonly error?: string
  readonly redirect?: string
  readonly signedIn?: {
    readonly token: string
    readonly user: {
      readonly id: string
      readonly username: string
      readonly role: number
      readonly ageRestriction: string
    }
  }
}

export function openBrowser({ app }: World): Browser {
  const jar = new Map<string, string>()
  let last = ''
  const send = async (method: 'GET' | 'POST', url: string) => {
    const headers = { 'accept-language': 'en-US', ...(browser.cookie !== '' && { cookie: browser.cookie }) }
    const response = await app.inject({ method, url, headers })
    const [set] = [response.headers['set-cookie'] ?? []].flat()
    if (set !== undefined) {
      last = set
      browser.cookie = set.includes('Max-Age=0') ? '' : (set.split(';', 1)[0] ?? '')
    }
    return response
  }
  const browser: Browser = {
    cookie: '',
    lastCookie: () => last,
    start: async (redirect) => {
      const query = redirect === undefined ? '' : `?${new URLSearchParams({ redirect })}`
      const { headers } = await send('GET', `${basePath}/auth/oidc/start${query}`)
      return headers.location ?? ''
    },
    signInAt: (url, name) => walk(url, jar, name),
    comeBack: async (url) => {
      const { pathname, search } = new URL(url)
      return (await send('GET', pathname + search)).headers.location ?? ''
    },
    complete: async () => {
      const { statusCode, body } = await send('POST', `${basePath}/auth/oidc/complete`)
      return { status: statusCode, body: JSON.parse(body) }
    },
    signIn: async (name, redirect) => {
      const url = await browser.start(redirect)
      await browser.comeBack(await browser.signInAt(url, name))
      return browser.complete()
    },
  }
  return browser
}

/** Follows redirects to the provider's form, submits it, and continues to the callback. An undefined name cancels. */
async function walk(start: string, jar: Map<string, string>, name: string | undefined): Promise<string> {
  let url = start
  for (let steps = 0; steps < 12; steps++) {
    if (url.startsWith(callbackUrl)) return url
    const isForm = new URL(url).pathname.startsWith('/interaction/')
    const form = name === undefined ? { cancel: '1' } : { name }
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(isForm && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [key = '', value = ''] = set.split(';', 1)[0]?.split(/=(.*)/s) ?? []
      if (value === '') jar.delete(key)
      else jar.set(key, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider said ${response.status}: ${await response.text()}`)
    url = new URL(location, url).href
  }
  throw new Error('the provider sends in circles')
}

export const clientOf = {
  clientId: 'koedana',
  clientSecret: 'a secret of the client',
  redirectUri: callbackUrl,
  signedOutUri: 'http://localhost/',
}

export const settingsFor = ({ issuer }: Pick<TestProvider, 'issuer'>) => ({
  enabled: true,
  issuer,
  clientId: clientOf.clientId,
  clientSecret: clientOf.clientSecret,
  createsAccounts: true,
})
