/** GET and PATCH /admin/settings/oidc, POST /admin/settings/oidc-check: settings of login through a provider. */
import {
  type checkOidc,
  type getOidcSettings,
  oidcFields,
  type ShownOidcSettings,
  type updateOidcSettings,
} from '@koedana/contract/oidc.ts'
import { writeInTurn } from '../../db/changes.ts'
import type { Db } from '../../db/schema.ts'
import { applyOidcChange, isOidcAvailable, mergeOidc, missingFields } from '../../domain/oidc.rules.ts'
import type { Context, Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { callbackUrlOf, signedOutUrlOf } from './oidc.api.ts'
import { type Provider, ProviderError } from './provider.ts'
import type { OidcSettingsCache } from './settings.ts'

export interface OidcAdminSources {
  readonly write: Db
  readonly oidcSite: OidcSettingsCache
  readonly provider: Pick<Provider, 'describe'>
  readonly publicUrl: string | undefined
}

export function getOidcSettingsHandler(sources: OidcAdminSources): Handler<typeof getOidcSettings> {
  return (_request, context) => toShownSettings(sources, context)
}

/** Rejects changes to fields that are set by the environment. */
export function updateOidcSettingsHandler(sources: OidcAdminSources): Handler<typeof updateOidcSettings> {
  const { write, oidcSite } = sources
  return async ({ body }, context) => {
    const field = oidcFields.find((name) => body[name] !== undefined && oidcSite.fixed[name] !== undefined)
    if (field) throw new AppError('refused', { fields: { [`body.${field}`]: 'setByEnvironment' } })
    await writeInTurn(write, async (tx) => {
      const after = applyOidcChange(await oidcSite.read(tx), body)
      if (after === 'secretRequired') {
        throw new AppError('refused', { fields: { 'body.clientSecret': 'required' } })
      }
      const empty = missingFields(mergeOidc(after, oidcSite.fixed))
      if (empty.length > 0) {
        throw new AppError('refused', {
          fields: Object.fromEntries(empty.map((name) => [`body.${name}`, 'oidcRequired'])),
        })
      }
      await oidcSite.save(tx, after)
    })
    await oidcSite.refresh()
    return toShownSettings(sources, context)
  }
}

export function checkOidcHandler({ oidcSite, provider }: OidcAdminSources): Handler<typeof checkOidc> {
  return async () => {
    const nothing = { canLogOut: false, unknownScopes: [] }
    const oidc = oidcSite.current()
    if (!isOidcAvailable(oidc)) return { fault: 'off', ...nothing }
    try {
      const { canLogOut, unknownScopes } = await provider.describe(oidc)
      return { fault: null, canLogOut, unknownScopes: [...unknownScopes] }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return { fault: error.detail, ...nothing }
    }
  }
}

function toShownSettings({ oidcSite, publicUrl }: OidcAdminSources, context: Context): ShownOidcSettings {
  const { clientSecret, ...oidc } = oidcSite.current()
  return {
    ...oidc,
    hasSecret: clientSecret !== null,
    fixed: oidcFields.filter((name) => oidcSite.fixed[name] !== undefined),
    callbackUrl: callbackUrlOf(publicUrl, context),
    signedOutUrl: signedOutUrlOf(publicUrl, context),
  }
}
