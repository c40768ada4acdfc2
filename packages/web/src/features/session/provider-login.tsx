/** Login with a provider, or with a proxy in front of the server. Load lazily: it has its own messages. */
import { writeQuery } from '@koedana/contract/kit/endpoint.ts'
import { startOidc, startProxy } from '@koedana/contract/oidc.ts'
import { IconKey } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { apiPath } from '../../domain/api-path.ts'
import { useSignInWords } from '../../domain/sign-in-words.ts'
import { useT } from '../../lib/i18n.ts'

export interface ProviderButtonProps {
  /** The administrator's name for the provider; empty for the default label. */
  readonly label: string
  /** The URL to open after the login. */
  readonly redirect: string | undefined
  readonly isFirst?: boolean
}

/** A link, because the browser leaves this page. */
export function ProviderButton({ label, redirect, isFirst }: ProviderButtonProps) {
  useSignInWords()
  const t = useT()
  const query = writeQuery({ redirect })
  return (
    <a
      href={`${apiPath}${startOidc.path}${query.size > 0 ? `?${query}` : ''}`}
      className={clsx(isFirst ? 'btn-primary' : 'btn', 'h-11 max-w-full')}
    >
      <IconKey size={17} className="shrink-0" aria-hidden />
      <span className="truncate">
        {label === '' ? t('signIn.withProvider') : t('signIn.with', { name: label })}
      </span>
    </a>
  )
}

/** Hides the password form if members can only use the provider; administrators can still open it. */
export function ProviderFirst({
  children,
  ...button
}: ProviderButtonProps & { readonly children: ReactNode }) {
  useSignInWords()
  const t = useT()
  return (
    <>
      <p className="text-center text-[13px] text-mut text-pretty">{t('signIn.onlyHelp')}</p>
      <ProviderButton {...button} isFirst />
      <details className="text-[13px]">
        <summary className="flex min-h-11 cursor-pointer items-center justify-center text-mut underline underline-offset-4 hover:text-fg">
          {t('signIn.adminPassword')}
        </summary>
        <div className="pt-3">{children}</div>
      </details>
    </>
  )
}

/** A link, because the proxy in front of this server may show its own login page. */
export function ProxyButton({ redirect }: Pick<ProviderButtonProps, 'redirect'>) {
  useSignInWords()
  const t = useT()
  const query = writeQuery({ redirect })
  return (
    <a
      href={`${apiPath}${startProxy.path}${query.size > 0 ? `?${query}` : ''}`}
      className="btn h-11 max-w-full"
    >
      <IconKey size={17} className="shrink-0" aria-hidden />
      <span className="truncate">{t('signIn.withProvider')}</span>
    </a>
  )
}
