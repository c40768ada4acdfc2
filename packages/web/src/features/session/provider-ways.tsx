/** Signing in by the provider of this server, or by a proxy in front of it. Import it lazily: it has words of its own. */
import { writeQuery } from '@koedana/contract/kit/endpoint.ts'
import { startOidc, startProxy } from '@koedana/contract/oidc.ts'
import { IconKey } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { apiPath } from '../../domain/api-path.ts'
import { useSignInWords } from '../../domain/sign-in-words.ts'
import { useT } from '../../lib/i18n.ts'

export interface ProviderButtonProps {
  /** The administrator's name for the provider; empty for the usual words. */
  readonly label: string
  /** The address to go on to after signing in. */
  readonly redirect: string | undefined
  readonly isFirst?: boolean
}

/** Shows a link, since the browser leaves this page. */
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

/** If the provider is the only way for members, the form is for administrators and out of the way. */
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

/** Shows a link, since the proxy in front of this server may show its own login there. */
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
