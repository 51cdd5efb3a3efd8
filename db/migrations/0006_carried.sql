-- Records that are there already have null: nobody has counted theirs.
ALTER TABLE "record" ADD COLUMN "quotes" integer;--> statement-breakpoint
ALTER TABLE "record" ALTER COLUMN "quotes" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "setting" ADD COLUMN "compact_at" real;
