/**
 * Trusted Types (W3C): the server's content security policy rejects plain strings as HTML and as script URLs. This is the only policy that
 * it allows; it passes HTML that the server sanitized, and the service worker's URL.
 */

interface TrustedScriptURL {
  readonly toString: () => string
}

interface TrustedTypePolicy {
  readonly createHTML: (html: string) => TrustedHTML
  readonly createScriptURL: (url: string) => TrustedScriptURL
}

declare global {
  interface Window {
    /** Absent in older browsers, which accept plain strings. */
    readonly trustedTypes?: {
      readonly createPolicy: (
        name: string,
        rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>,
      ) => TrustedTypePolicy
    }
  }
  interface ServiceWorkerContainer {
    register(url: TrustedScriptURL): Promise<ServiceWorkerRegistration>
  }
}

const rules = {
  createHTML: (html: string) => html,
  createScriptURL: (url: string) => {
    const { pathname, origin } = new URL(url, document.baseURI)
    if (origin !== new URL(document.baseURI).origin || !pathname.endsWith('/sw.js'))
      throw new TypeError(`not a script of this app: ${url}`)
    return url
  },
}

let policy: TrustedTypePolicy | undefined

/** A browser creates a policy of a name only once. */
function trusted(): TrustedTypePolicy {
  policy ??= globalThis.window?.trustedTypes?.createPolicy('koedana', rules) ?? rules
  return policy
}

/** Call it only with HTML that the server rendered and sanitized. */
export const sanitizedHtml = (html: string): TrustedHTML => trusted().createHTML(html)

/** Returns the URL of the service worker. Throws for any other script. */
export const workerUrl = (url: string): TrustedScriptURL => trusted().createScriptURL(url)
