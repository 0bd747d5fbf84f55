-- Which email addresses of a provider count: those it has verified, those it does not deny, or all.
ALTER TABLE teamlore.sign_in_providers ADD COLUMN email_trust text NOT NULL DEFAULT 'verified'
  CHECK (email_trust IN ('verified','not_denied','all'));
