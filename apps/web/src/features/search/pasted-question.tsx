import { IconFileOff, IconInfoCircle } from '@tabler/icons-react'
import { EmptyState } from '../../components/ui/states.tsx'
import './search-notes.css'

/** Said while the question is one that the address does not carry. */
export const KeptInTab = () => (
  <p className="search-note search-kept">
    <IconInfoCircle size={15} stroke={1.75} aria-hidden />
    This question is too long for an address: it stays in this tab, and a link to this page does not
    carry it.
  </p>
)

/** The address of such a question, opened elsewhere. */
export const LostQuestion = () => (
  <EmptyState
    title="This address does not carry its question"
    icon={<IconFileOff size={32} stroke={1.25} />}
  >
    <p>
      It was too long for an address, and only the tab in which it was asked keeps it. Paste it
      above to ask it again.
    </p>
  </EmptyState>
)
