import './brand.css'

/** The mark and the name. */
export const Brand = ({ size = 'small' }: { size?: 'small' | 'large' }) => (
  <span className="brand" data-size={size}>
    <svg viewBox="0 0 32 32" aria-hidden focusable="false">
      <path
        d="M6 8.500c3.700-1.400 7.300-1.100 10 1 2.700-2.100 6.300-2.400 10-1v14.500c-3.700-1.400-7.300-1.100-10 1-2.700-2.100-6.300-2.400-10-1z"
        className="brand-pages"
      />
      <path d="M16 9.500v14.500" className="brand-spine" />
      <path d="M19.800 13.600h3M19.800 17.600h3" className="brand-lines" />
    </svg>
    <span className="brand-name">Teamlore</span>
  </span>
)
