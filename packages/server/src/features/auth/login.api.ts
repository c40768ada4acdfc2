/** Signing in by name and password. */
import type { login } from '@koedana/contract/auth.ts'
import type { Handler } from '../../http/context.ts'
import { type AuthSources, callerOf } from './auth-sources.ts'
import { signIn } from './sign-in.use-cases.ts'

export function loginHandler(sources: AuthSources): Handler<typeof login> {
  return ({ body }, context) => signIn(sources, body, callerOf(context))
}
