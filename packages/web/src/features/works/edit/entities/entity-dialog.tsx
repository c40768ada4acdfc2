import { Dialog } from '@base-ui/react/dialog'
import { Tabs } from '@base-ui/react/tabs'
import { IconX } from '@tabler/icons-react'
import { useT } from '../../../../lib/i18n.ts'
import { entityLanguage } from '../../../../lib/name-language.rules.ts'
import { EditorTab } from '../editor-tab.tsx'
import type { EntityDialogProps } from './entity-props.ts'
import { MergeForm } from './merge-form.tsx'
import { RenameForm } from './rename-form.tsx'

export function EntityDialog({ kind, entity, onClose }: EntityDialogProps) {
  const t = useT()
  return (
    <Dialog.Root open onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 flex max-h-[92dvh] w-[min(32rem,calc(100vw-2rem))] -translate-1/2 flex-col overflow-y-auto rounded-3xl border border-line bg-surface shadow-float outline-none transition-[opacity,scale] duration-150 data-starting-style:scale-97 data-starting-style:opacity-0">
          <header className="flex items-start gap-3 px-6 pt-5 pb-1">
            <div className="min-w-0 flex-1">
              <Dialog.Description className="text-[13px] font-medium text-acc">
                {t(`kind.${kind}`)}
              </Dialog.Description>
              <Dialog.Title
                className="text-lg font-semibold tracking-tight wrap-anywhere"
                lang={entityLanguage(kind, entity.name)}
              >
                {entity.name}
              </Dialog.Title>
            </div>
            <Dialog.Close className="btn-icon -mr-2" aria-label={t('common.close')}>
              <IconX size={18} aria-hidden />
            </Dialog.Close>
          </header>
          <Tabs.Root defaultValue="rename">
            <Tabs.List className="flex gap-1 border-b border-line px-4">
              <EditorTab value="rename" label={t('editing.rename')} />
              <EditorTab value="merge" label={t('editing.merge')} />
            </Tabs.List>
            <Tabs.Panel value="rename" className="p-6 -outline-offset-2">
              <RenameForm kind={kind} entity={entity} onClose={onClose} />
            </Tabs.Panel>
            <Tabs.Panel value="merge" className="p-6 -outline-offset-2">
              <MergeForm kind={kind} entity={entity} />
            </Tabs.Panel>
          </Tabs.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
