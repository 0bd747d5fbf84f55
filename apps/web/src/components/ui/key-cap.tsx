import './key-cap.css'

/** A key of the keyboard. */
export const KeyCap = ({ children }: { children: string }) => (
  <kbd className="key-cap">{children}</kbd>
)
