import { Dialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useT } from '../lib/i18n.ts'
import { initialFocusOf } from './initial-focus.ts'

export interface SheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Stays at the bottom edge while the rest scrolls. */
  readonly footer?: ReactNode
  /** Uses dark colors, whatever the theme. */
  readonly isDark?: boolean
  /** The page stays usable on anything wider than a phone: it is not dimmed, and a press on it does not close the sheet. */
  readonly isBeside?: boolean
}

/** A panel that opens from the bottom on phones, and at the right edge on wider screens. Load lazily: it includes the dialog. */
export function Sheet({
  open,
  onClose,
  title,
  children,
  footer,
  isDark = false,
  isBeside = false,
}: SheetProps) {
  const t = useT()
  const popup = useRef<HTMLDivElement>(null)
  const isModal = !isBeside || !matchMedia('(min-width: 768px)').matches
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => next || onClose()}
      modal={isModal}
      disablePointerDismissal={!isModal}
    >
      <Dialog.Portal>
        {isModal && (
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        )}
        <Dialog.Popup
          ref={popup}
          className={popupClass}
          initialFocus={initialFocusOf(popup)}
          data-theme={isDark ? 'dark' : undefined}
          style={isModal ? undefined : nonModalStyle}
        >
          {/* Not `<header>` and `<footer>`: next to a page they would be a second banner landmark. */}
          <div className="flex items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-5">
            <Dialog.Title className="text-base font-semibold tracking-tight">{title}</Dialog.Title>
            <Dialog.Close className="btn-icon" aria-label={t('common.close')}>
              <IconX size={18} aria-hidden />
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4">{children}</div>
          {footer && (
            <div className="flex gap-2 border-t border-line px-5 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The player bar stays visible below it. */
const nonModalStyle = {
  bottom: 'calc(var(--player) + 16px)',
  borderBottomWidth: 1,
  borderBottomLeftRadius: 16,
} as const

const popupClass = [
  'fixed z-50 flex flex-col border-line bg-surface text-fg shadow-float outline-none transition-transform duration-200',
  'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-3xl border-t',
  'data-ending-style:translate-y-full data-starting-style:translate-y-full',
  'md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-[400px] md:rounded-none md:border-t-0 md:border-l',
  'md:data-ending-style:translate-x-full md:data-ending-style:translate-y-0',
  'md:data-starting-style:translate-x-full md:data-starting-style:translate-y-0',
].join(' ')
