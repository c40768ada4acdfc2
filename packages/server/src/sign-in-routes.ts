/** Routes for login other than by password: passkeys, OpenID Connect, a reverse proxy, and linked identities. */
import { api } from '@koedana/contract/api.ts'
import type { Deps } from './deps.ts'
import {
  linkIdentityHandler,
  listIdentitiesHandler,
  unlinkIdentityHandler,
} from './features/oidc/identities.api.ts'
import { completeOidcHandler, returnFromOidcHandler, startOidcHandler } from './features/oidc/oidc.api.ts'
import { signInByProxyHandler, startProxyHandler } from './features/oidc/proxy.api.ts'
import {
  checkOidcHandler,
  getOidcSettingsHandler,
  updateOidcSettingsHandler,
} from './features/oidc/settings.api.ts'
import {
  addPasskeyHandler,
  beginPasskeyHandler,
  beginPasskeySignInHandler,
  listPasskeysHandler,
  removePasskeyHandler,
  renamePasskeyHandler,
  signInByPasskeyHandler,
} from './features/passkeys/passkeys.api.ts'
import { type Route, route } from './http/serve.ts'

export const signInRoutes = (deps: Deps): readonly Route[] => [
  route(api.startOidc, startOidcHandler(deps)),
  route(api.returnFromOidc, returnFromOidcHandler(deps)),
  route(api.completeOidc, completeOidcHandler(deps)),
  route(api.startProxy, startProxyHandler(deps)),
  route(api.signInByProxy, signInByProxyHandler(deps)),
  route(api.listIdentities, listIdentitiesHandler(deps)),
  route(api.linkIdentity, linkIdentityHandler(deps)),
  route(api.unlinkIdentity, unlinkIdentityHandler(deps)),
  route(api.getOidcSettings, getOidcSettingsHandler(deps)),
  route(api.updateOidcSettings, updateOidcSettingsHandler(deps)),
  route(api.checkOidc, checkOidcHandler(deps)),
  route(api.beginPasskeySignIn, beginPasskeySignInHandler(deps)),
  route(api.signInByPasskey, signInByPasskeyHandler(deps)),
  route(api.listPasskeys, listPasskeysHandler(deps)),
  route(api.beginPasskey, beginPasskeyHandler(deps)),
  route(api.addPasskey, addPasskeyHandler(deps)),
  route(api.renamePasskey, renamePasskeyHandler(deps)),
  route(api.removePasskey, removePasskeyHandler(deps)),
]
