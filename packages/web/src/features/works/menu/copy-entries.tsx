import { IconCopy, IconHash } from '@tabler/icons-react'
import { useT } from '../../../lib/i18n.ts'
import { copy } from './menu-acts.ts'
import { Entry } from './menu-parts.tsx'

export function CopyEntries({ id, name }: { readonly id: string; readonly name: string }) {
  const t = useT()
  return (
    <>
      <Entry icon={IconHash} onSelect={() => void copy(id)}>
        {t('menu.copyId')}
      </Entry>
      <Entry icon={IconCopy} onSelect={() => void copy(name)}>
        {t('menu.copyName')}
      </Entry>
    </>
  )
}
