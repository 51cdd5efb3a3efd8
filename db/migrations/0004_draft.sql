CREATE TABLE "draft" (
	"record" text NOT NULL,
	"after" integer NOT NULL,
	"n" integer NOT NULL,
	"json" json NOT NULL,
	CONSTRAINT "draft_key" PRIMARY KEY("record","after","n")
);
--> statement-breakpoint
ALTER TABLE "draft" ADD CONSTRAINT "draft_record" FOREIGN KEY ("record") REFERENCES "public"."record"("id") ON DELETE no action ON UPDATE no action;